import { deny } from './shield.ts'

export const seesDocuments = deny
export const seesDocument = deny
export const changesDocuments = deny
export const changesDocument = deny
export const preparesUpload = deny
