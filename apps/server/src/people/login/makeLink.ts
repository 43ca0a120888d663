import { randomBytes } from 'node:crypto'
import { digestOf } from '../signin/secrets.ts'

/** Creates the secret of a mail's link, and the digest that is stored. */
export function makeLink(): { readonly link: string; readonly mac: string } {
  const link = randomBytes(32).toString('base64url')
  return { link, mac: digestOf(link) }
}
