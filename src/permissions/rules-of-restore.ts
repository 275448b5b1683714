import { deny } from './shield.ts'

export const restores = deny
