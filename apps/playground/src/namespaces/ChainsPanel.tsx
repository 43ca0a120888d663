import { useId, useState } from 'react'
import type { Devstack } from '../devstack.ts'

/** Says which local chains run, and how the others start. */
export function ChainsPanel({ devstack }: { readonly devstack: Devstack }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const chains = Object.entries(devstack.demand)
  const missing = chains.filter(([, { running }]) => !running)
  if (missing.length === 0) return <p className="chains">All local chains are running.</p>
  return (
    <div className="chains">
      <p>
        {missing.length === chains.length
          ? `${chains.length} local chains are not running, so balances there are unknown. Everything else works.`
          : `Not running: ${missing.map(([, { network }]) => network.name).join(', ')}.`}{' '}
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          How to start them
        </button>
      </p>
      <div id={id} hidden={!isOpen}>
        <p>Stop the local stack and start it again with the chains that you want:</p>
        <pre>
          <code>npm start -- --chains {missing.map(([word]) => word).join(',')}</code>
        </pre>
        <p>They start after the rest of the stack. Reload this page once the command lists them.</p>
      </div>
    </div>
  )
}
