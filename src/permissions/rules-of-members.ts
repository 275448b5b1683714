import { deny } from './shield.ts'

export const invitesToTrip = deny
export const invitedToTrip = deny
export const setsPermissions = deny
export const removesCollaborator = deny
