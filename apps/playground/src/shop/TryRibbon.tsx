import type { Latchkey } from 'latchkey'
import { useLatchkey, useLatchkeyState } from 'latchkey/react'
import { type PlaygroundValues, writeOptions } from '../options/playgroundOptions.ts'

interface Way {
  readonly label: string
  /** What the visitor sees next, in one sentence. */
  readonly about: string
  /** Another address where it cannot be shown on this one. */
  readonly search?: string
  readonly show: (latchkey: Latchkey) => Promise<unknown>
}

/** What the product does, each by one press. */
export function TryRibbon({ values }: { readonly values: PlaygroundValues }) {
  const latchkey = useLatchkey()
  const swaps = useLatchkeyState(({ features }) => features.swaps === true)
  return (
    <nav className="try" aria-labelledby="try-title">
      <h2 id="try-title">Try Latchkey</h2>
      <ul>
        {waysOf(values, swaps).map(({ label, about, search, show }) => {
          const words = (
            <>
              <b>{label}</b> <span>{about}</span>
            </>
          )
          return (
            <li key={label}>
              {search === undefined ? (
                // What went wrong or was closed is said by the widget itself.
                <button type="button" onClick={() => void show(latchkey).catch(() => undefined)}>
                  {words}
                </button>
              ) : (
                <a href={search}>{words}</a>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Swapping is there where a flag, and the visitor's region, allow it. */
function waysOf(values: PlaygroundValues, swaps: boolean): readonly Way[] {
  const asksToSign = values.signin === 'off'
  return [
    {
      label: 'Wallet',
      about: 'Connect one you have.',
      show: latchkey => latchkey.open({ view: 'Connect', arguments: { add: isConnected(latchkey) } }),
    },
    {
      label: 'Phone',
      about: 'Scan a code with it.',
      show: latchkey => latchkey.open({ view: 'ConnectingWalletConnect' }),
    },
    {
      label: 'Email',
      about: 'Log in with an emailed code.',
      show: latchkey => latchkey.open({ view: 'EmailLogin' }),
    },
    {
      label: 'Passkey',
      about: 'Log in with one touch.',
      show: latchkey => latchkey.open({ view: 'ConnectingSocial', arguments: { provider: 'passkey' } }),
    },
    {
      label: 'Sign in',
      about: 'Prove the account is yours.',
      ...(asksToSign && { search: writeOptions({ ...values, signin: 'required', open: 'on' }) }),
      show: latchkey => latchkey.open(),
    },
    {
      label: 'Send',
      about: 'Pay with test money.',
      async show(latchkey) {
        if (!isConnected(latchkey)) await latchkey.connect()
        await latchkey.open({ view: 'WalletSend' })
      },
    },
    ...(swaps ? [swap] : []),
  ]
}

const swap: Way = {
  label: 'Swap',
  about: 'Trade test money.',
  async show(latchkey) {
    if (!isConnected(latchkey)) await latchkey.connect()
    await latchkey.open({ view: 'Swap' })
  },
}

function isConnected(latchkey: Latchkey): boolean {
  return latchkey.getState().connections.length > 0
}
