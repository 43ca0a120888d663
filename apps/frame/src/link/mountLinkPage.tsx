import type { FrameSite } from 'latchkey/contract'
import { adoptCss, createSheet, StageContext, type StageSurface, stageCss, tokensCss } from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import { LinkPage } from './LinkPage.tsx'
import type { MailLink } from './readLink.ts'

const css =
  '@layer views{:host{display:block!important}.page{font:var(--lk-weight-1) var(--lk-text-3)/1.4 var(--lk-font-family);-webkit-font-smoothing:antialiased}}'

/** Draws the page that a mail's link leads to, in the look of the wallet's own parts. */
export function mountLinkPage(document: Document, site: FrameSite, mail: MailLink): void {
  const host = document.createElement('div')
  host.dataset.theme = 'system'
  const shadow = host.attachShadow({ mode: 'open' })
  const place = document.createElement('div')
  place.className = 'page'
  const live = document.createElement('div')
  live.className = 'visually-hidden'
  live.setAttribute('role', 'status')
  shadow.append(place, live)
  document.adoptedStyleSheets.push(
    createSheet(
      document,
      ':root{color-scheme:light dark;background:light-dark(#f6f6f4,#0e1014)}body{margin:0;padding:16px}',
    ),
  )
  adoptCss(shadow, stageCss)
  shadow.adoptedStyleSheets.push(createSheet(document, tokensCss()))
  adoptCss(shadow, css)
  document.body.replaceChildren(host)
  const surface: StageSurface = {
    adopt: text => adoptCss(shadow, text),
    announce: text => {
      live.textContent = text
    },
    isOpen: true,
    setLabel: label => {
      document.title = label || 'Wallet'
    },
    requestClose: () => {},
    showToasts: () => {},
  }
  createRoot(place).render(
    <StageContext value={surface}>
      <LinkPage site={site} mail={mail} />
    </StageContext>,
  )
}
