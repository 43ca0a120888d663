import { ConnectButton, NetworkButton } from 'latchkey/react'
import type { ReactNode } from 'react'

/** The header of the playground's pages, with the widget's buttons where a shop would put them. */
export function SiteHeader({
  label,
  children,
}: {
  /** What assistive technology calls the links. */
  readonly label: string
  /** The links of the page. */
  readonly children: ReactNode
}) {
  return (
    <header className="site-header">
      <a className="mark" href="/">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 21 12 4l10 17z" />
          <circle cx="17.5" cy="6.5" r="2.5" />
        </svg>
        Fernweh Press
      </a>
      <nav aria-label={label}>
        <a href="/gallery.html">Gallery</a>
        {children}
      </nav>
      <div className="wallet">
        <div className="network">
          <NetworkButton />
        </div>
        <div className="connect">
          <ConnectButton />
        </div>
      </div>
    </header>
  )
}
