import { deny } from './shield.ts'

export const seesOwnEmail = deny
export const movesEmail = deny
export const deletesEmail = deny
