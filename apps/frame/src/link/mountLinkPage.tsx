import type { FrameSite } from 'latchkey/services'
import { drawPage } from '../screens/drawPage.tsx'
import { LinkPage } from './LinkPage.tsx'
import type { MailLink } from './readLink.ts'

/** Draws the page that a mail's link leads to, in the look of the wallet's own parts. */
export function mountLinkPage(document: Document, site: FrameSite, mail: MailLink): void {
  document.body.replaceChildren()
  drawPage(document, <LinkPage site={site} mail={mail} />)
}
