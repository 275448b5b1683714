/** What rows with the option `page` answer people in place of JSON. */
import { html, type Page } from '../src/http/html.ts'
import type { Route } from './routes/route.ts'

type Maker = (body: Record<string, string>) => Page

/** The page of an option, from the body that JSON would have. */
export const successPages: Record<NonNullable<Route['page']>, Maker> = {
  verified: ({ email = '' }) => ({
    status: 200,
    heading: 'Your email address is verified',
    content: html`<p>Booking emails that you send from <strong>${email}</strong> will now be
added to your account.</p>
<p>You can close this page.</p>`,
  }),
}
