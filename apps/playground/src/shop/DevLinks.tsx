import { useLatchkey, useLatchkeyState } from 'latchkey/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Devstack } from '../devstack.ts'

const codeViews: readonly string[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']
/** Connect has its code beside the list (decision 123), and the page has room beside Connect. */
const wide = matchMedia('(min-width: 1200px)')
const mailViews: readonly string[] = ['EmailLogin', 'DataCapture', 'UpdateEmailWallet']

const css = `
p { position: fixed; inset: 12px 0 auto; z-index: 1; margin: 0 auto; inline-size: fit-content; }
a { display: block; padding: 12px 18px; border-radius: 22px; background: #23211d; color: #fffdf9;
  font: 15px/20px system-ui, sans-serif; text-decoration: none; box-shadow: 0 4px 20px rgb(0 0 0 / .35); }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid #f0956f; outline-offset: 2px; }
@media (min-width: 1200px) { p { inset: auto 20px 20px auto; } }
@media (forced-colors: active) { a { border: 1px solid LinkText; } }
`

/**
 * Links from the code to the sample phone, and from a mailed code to the inbox: parts of the local stack that the widget
 * does not know. They are put into its dialog, since nothing beside an open modal can be pressed.
 */
export function DevLinks({ devstack }: { readonly devstack: Devstack }) {
  const latchkey = useLatchkey()
  const isOpen = useLatchkeyState(state => state.open)
  const view = useLatchkeyState(state => state.view)
  const uri = useSyncExternalStore(
    listener => latchkey.on('pairingUri', listener),
    () => latchkey.wcUri,
  )
  const [place, setPlace] = useState<ShadowRoot>()
  const isCode = codeViews.includes(view) || (view === 'Connect' && wide.matches)
  const isWanted = isOpen && (isCode ? uri !== undefined : mailViews.includes(view))

  useEffect(() => {
    if (!isWanted) return
    const host = document.createElement('div')
    host.dataset.devlinks = ''
    // The dialog lays out its children: as one of them it would push the card away.
    host.style.position = 'fixed'
    const widget = document.querySelector(`[data-latchkey="${CSS.escape(latchkey.id)}"]`)?.shadowRoot
    const dialog = widget?.querySelector('dialog[open]') ?? document.body
    dialog.append(host)
    setPlace(host.attachShadow({ mode: 'open' }))
    return () => {
      setPlace(undefined)
      host.remove()
    }
  }, [isWanted, latchkey])

  if (!isWanted || !place) return null
  const link = isCode
    ? { href: `${devstack.phone}/wc?uri=${encodeURIComponent(uri ?? '')}`, words: 'Open the sample phone' }
    : { href: devstack.inbox, words: 'Open the inbox' }
  return createPortal(
    <>
      <style>{css}</style>
      <p>
        <a href={link.href} target="_blank" rel="noreferrer" aria-label={`${link.words} (new tab)`}>
          {link.words} <span aria-hidden="true">↗</span>
        </a>
      </p>
    </>,
    place,
  )
}
