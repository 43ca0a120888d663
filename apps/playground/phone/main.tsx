import { testMnemonic } from '@latchkey/testing'
import { createRoot } from 'react-dom/client'
import { english, generateMnemonic } from 'viem/accounts'
import { type Devstack, fetchDevstack } from '../src/devstack.ts'
import { keepWords, openKeys } from './keys/phoneKeys.ts'
import { App } from './screens/App.tsx'
import { startPhone } from './startPhone.ts'
import { takeTurns } from './takeTurns.ts'
import type { RunningPhone } from './wallet/createPhone.ts'
import './phone.css'

const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  // A pairing link is a key: it does not stay in the address, where histories and screens keep it (T92).
  const { search } = location
  history.replaceState(null, '', '/')
  const shown: { phone?: RunningPhone } = {}
  const fail = (cause: unknown) =>
    root.render(<p className="flag">{String(cause instanceof Error ? cause.message : cause)}</p>)

  const take = takeTurns({
    query: search,
    begin: (query, until) => {
      begin(query, until).catch(fail)
    },
    wait: () =>
      root.render(
        <main className="elsewhere">
          <h1>Pocket</h1>
          <p>The phone is open in another tab. What it is asked is shown there.</p>
          <button type="button" className="primary" onClick={() => take()}>
            Use this tab instead
          </button>
        </main>,
      ),
    heed: query => {
      if (shown.phone) follow(shown.phone, query)
    },
  })

  async function begin(query: string, until: AbortSignal): Promise<void> {
    const devstack: Devstack = await fetchDevstack()
    const phone = await startPhone({ devstack, keys: openKeys(localStorage), storage: localStorage })
    if (until.aborted) return phone.stop()
    shown.phone = phone
    until.addEventListener('abort', () => {
      delete shown.phone
      phone.stop()
    })
    root.render(<App phone={phone} onReplace={which => replace(phone, which)} />)
    follow(phone, query)
  }
}

/** Does what a link was opened for: a pairing, or a request that is on its way by itself. */
function follow(phone: RunningPhone, query: string): void {
  const uri = new URLSearchParams(query).get('uri')
  if (uri === null) return
  phone
    .pair(uri)
    .catch((cause: unknown) => phone.tell(cause instanceof Error ? cause.message : String(cause)))
}

/** Other words are another phone: sites are left, and everything begins anew. */
async function replace(phone: RunningPhone, which: 'new' | 'stack'): Promise<void> {
  await Promise.allSettled(phone.state.connections.map(({ topic }) => phone.disconnect(topic)))
  keepWords(localStorage, which === 'stack' ? testMnemonic : generateMnemonic(english))
  location.reload()
}
