import type { Verification } from '@latchkey/testing/phone'
import type { Network } from 'latchkey'
import type { Connection, Phone, PhoneState } from '../wallet/phoneState.ts'
import { PeerIcon } from './PeerCard.tsx'
import { useAction } from './useAction.ts'

/** The sites that are connected, each with what it may do and its way out. */
export function Connections({ phone, state }: { readonly phone: Phone; readonly state: PhoneState }) {
  return (
    <section className="card" aria-labelledby="connections">
      <h2 id="connections">Connected sites</h2>
      {state.connections.length === 0 ? (
        <p className="soft">None yet.</p>
      ) : (
        <ul className="rows">
          {state.connections.map(connection => (
            <li key={connection.topic}>
              <ConnectionRow phone={phone} state={state} connection={connection} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ConnectionRow({
  phone,
  state,
  connection,
}: {
  readonly phone: Phone
  readonly state: PhoneState
  readonly connection: Connection
}) {
  const { peer, topic, expiresAt, verification } = connection
  const leave = useAction(() => phone.disconnect(topic))
  const name = peer.name || 'Unnamed site'
  return (
    <details>
      <summary>
        <PeerIcon peer={peer} size={36} />
        <span className="row-words">
          <span className="row-name">{name}</span>
          <span className="row-line">
            {peer.origin ?? 'Address unknown'} · {standing(verification)}
          </span>
        </span>
      </summary>
      <dl className="facts">
        <dt>Networks</dt>
        <dd>{networkNames(state, connection.chains)}</dd>
        <dt>First account</dt>
        <dd className="code">{connection.accounts[0]}</dd>
        <dt>May ask for</dt>
        <dd className="code">{connection.methods.join(', ') || 'nothing'}</dd>
        <dt>Expires</dt>
        <dd>{new Date(expiresAt).toLocaleString()}</dd>
      </dl>
      <button type="button" className="danger" disabled={leave.isBusy} onClick={leave.run}>
        Disconnect {name}
      </button>
      <p role="alert" className="problem">
        {leave.problem}
      </p>
    </details>
  )
}

function standing(verification: Verification): string {
  if (verification.validation === 'UNKNOWN') return 'not verified'
  return verification.validation === 'VALID' ? 'verified' : `requested from ${verification.origin}`
}

/** Networks by name, where the phone knows them. */
export function networkNames(state: PhoneState, chains: readonly string[]): string {
  return chains.map(chain => networkOf(state, chain)?.name ?? `network ${chain}`).join(', ')
}

/** A network of the phone by its CAIP-2 id. */
export function networkOf({ networks }: PhoneState, chain: string): Network | undefined {
  return networks.find(({ caipNetworkId }) => caipNetworkId === chain)
}
