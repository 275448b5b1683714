import { deny } from './shield.ts'

export const seesCategory = deny
export const ownsCategory = deny
