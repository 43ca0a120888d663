import { randomBytes } from 'node:crypto'
import { digestOf } from '../signin/secrets.ts'

/** What a link in a mail carries, and the digest that is kept of it. */
export function makeLink(): { readonly link: string; readonly mac: string } {
  const link = randomBytes(32).toString('base64url')
  return { link, mac: digestOf(link) }
}
