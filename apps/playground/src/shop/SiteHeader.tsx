import { ConnectButton, NetworkButton } from 'latchkey/react'

/** The shop's own header, with the widget's buttons where a shop would put them. */
export function SiteHeader({
  onPanel,
  panelOpen,
}: {
  readonly onPanel: () => void
  readonly panelOpen: boolean
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
      <nav aria-label="Shop">
        <a href="/gallery.html">Gallery</a>
        <a href="/namespaces.html">Namespaces</a>
        <button type="button" onClick={onPanel} aria-expanded={panelOpen}>
          Options
        </button>
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
