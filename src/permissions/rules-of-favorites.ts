import { deny } from './shield.ts'

export const askedForFavorite = deny
export const partyToFavorite = deny
