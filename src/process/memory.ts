/** Tunes V8's memory management, in addition to the flags of the start script (package.json). */
import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 treat the objects of requests as short-lived. Otherwise, under load, it begins to
 * allocate rows among long-lived objects, which only a full collection frees: lists of 100 trips
 * then take a quarter more CPU time (test/bench).
 */
export function expectShortLives(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
