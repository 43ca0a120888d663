import type { FrameSite } from 'latchkey/contract'
import { StageContext } from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import { createPlace } from '../screens/createPlace.ts'
import { LinkPage } from './LinkPage.tsx'
import type { MailLink } from './readLink.ts'

/** Draws the page that a mail's link leads to, in the look of the wallet's own parts. */
export function mountLinkPage(document: Document, site: FrameSite, mail: MailLink): void {
  document.body.replaceChildren()
  const { host, root, surface } = createPlace(document, {
    pageCss:
      ':root{color-scheme:light dark;background:light-dark(#f6f6f4,#0e1014)}body{margin:0;padding:16px}',
    leave: () => {},
  })
  host.dataset.theme = 'system'
  createRoot(root).render(
    <StageContext value={surface}>
      <LinkPage site={site} mail={mail} />
    </StageContext>,
  )
}
