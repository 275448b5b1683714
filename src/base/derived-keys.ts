import { createHmac } from 'node:crypto'

/** A key of its own for each purpose, so that what one seals, another neither opens nor forges. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest()
