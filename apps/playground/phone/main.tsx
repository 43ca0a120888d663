import { testMnemonic } from '@latchkey/testing'
import { createRoot, type Root } from 'react-dom/client'
import { english, generateMnemonic } from 'viem/accounts'
import { fetchDevstack } from '../src/devstack.ts'
import { keepWords, openKeys } from './keys/phoneKeys.ts'
import { App } from './screens/App.tsx'
import { startPhone } from './startPhone.ts'
import { takeTurns } from './takeTurns.ts'
import type { RunningPhone } from './wallet/createPhone.ts'
import './phone.css'

const element = document.getElementById('root')
// A pairing link is a key: it does not stay in the address, where histories and screens keep it (T92).
const { search } = location
history.replaceState(null, '', '/')
if (element) open(createRoot(element))

function open(root: Root): void {
  const fail = (cause: unknown) =>
    root.render(<p className="flag">{cause instanceof Error ? cause.message : String(cause)}</p>)
  // Keys, locks and the camera are there on secure pages alone.
  if (!isSecureContext) {
    fail(`Open the phone as http://localhost:${location.port}/.`)
    return
  }

  const started: { phone?: Promise<RunningPhone> } = {}
  const take = takeTurns({
    query: search,
    begin: (query, until) => {
      started.phone = begin(root, until)
      started.phone.then(phone => follow(phone, query), fail)
    },
    wait: () => {
      delete started.phone
      root.render(<Elsewhere onTake={() => take()} />)
    },
    heed: query => {
      started.phone?.then(
        phone => follow(phone, query),
        () => undefined,
      )
    },
  })
}

async function begin(root: Root, until: AbortSignal): Promise<RunningPhone> {
  const devstack = await fetchDevstack()
  const phone = await startPhone({ devstack, keys: openKeys(localStorage), storage: localStorage })
  until.addEventListener('abort', () => phone.stop())
  if (until.aborted) phone.stop()
  else root.render(<App phone={phone} onReplace={which => replace(phone, which)} />)
  return phone
}

function Elsewhere({ onTake }: { readonly onTake: () => void }) {
  return (
    <main className="elsewhere">
      <h1>Pocket</h1>
      <p>The phone is open in another tab. What it is asked is shown there.</p>
      <button type="button" className="primary" onClick={onTake}>
        Use this tab instead
      </button>
    </main>
  )
}

/** Handles the link that the page was opened with: a pairing, or a request that arrives by itself. */
function follow(phone: RunningPhone, query: string): void {
  const uri = new URLSearchParams(query).get('uri')
  if (uri === null) return
  phone
    .pair(uri)
    .catch((cause: unknown) => phone.notify(cause instanceof Error ? cause.message : String(cause)))
}

/** Other words are another phone: sites are left, and everything begins anew. */
async function replace(phone: RunningPhone, which: 'new' | 'stack'): Promise<void> {
  phone.notify('Starting over…')
  await Promise.allSettled(phone.state.connections.map(({ topic }) => phone.disconnect(topic)))
  keepWords(localStorage, which === 'stack' ? testMnemonic : generateMnemonic(english))
  location.reload()
}
