/** How V8 manages the memory of this process, beside what the start script sets (package.json). */
import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 treat all that requests make as short-lived. Under load it otherwise comes to expect that
 * rows live long, so that each waits for a collection of all memory: lists of 100 trips then take a
 * quarter more CPU time (test/bench).
 */
export function expectShortLives(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
