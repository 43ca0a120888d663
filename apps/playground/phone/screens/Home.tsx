import { useId } from 'react'
import { formatUnits } from 'viem'
import type { Phone, PhoneState } from '../wallet/phoneState.ts'
import { Connections } from './Connections.tsx'
import { PairForm } from './PairForm.tsx'
import { useAction } from './useAction.ts'

export declare namespace Home {
  interface Props {
    readonly phone: Phone
    readonly state: PhoneState
  }
}

/** The first screen: account and network, connecting, and the sites that are connected. */
export function Home({ phone, state }: Home.Props) {
  const fields = useId()
  const fund = useAction(() => phone.fund())
  const networks = state.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const network = networks.find(({ id }) => Number(id) === state.chainId)
  const solana = state.solana[state.selected]
  const address = state.accounts[state.selected] ?? '0x'
  return (
    <>
      <section className="card" aria-labelledby="account">
        <h2 id="account">Account and network</h2>
        <div className="pair-of-fields">
          <div>
            <label htmlFor={`${fields}account`}>Account</label>
            <select
              id={`${fields}account`}
              value={state.selected}
              onChange={event => phone.selectAccount(Number(event.target.value))}
            >
              {state.accounts.map((each, index) => (
                <option key={each} value={index}>
                  Account {index + 1}
                </option>
              ))}
            </select>
          </div>
          <div>
            <label htmlFor={`${fields}network`}>Network</label>
            <select
              id={`${fields}network`}
              value={state.chainId}
              onChange={event => phone.selectNetwork(Number(event.target.value))}
            >
              {networks.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
        <p className="balance">
          {state.balance === undefined ? '—' : formatEther(state.balance)}{' '}
          <span>{network?.nativeCurrency.symbol}</span>
        </p>
        <p className="address" data-testid="address">
          {groups(address)}
        </p>
        {solana !== undefined && (
          <p className="address" data-testid="solana-address">
            {groups(solana)}
          </p>
        )}
        <div className="actions">
          <button type="button" onClick={() => copy(phone, address)}>
            Copy address
          </button>
          {solana !== undefined && (
            <button type="button" onClick={() => copy(phone, solana)}>
              Copy Solana address
            </button>
          )}
          <button type="button" disabled={fund.isBusy} onClick={fund.run}>
            {fund.isBusy ? 'Asking…' : 'Get test money'}
          </button>
        </div>
        <p role="alert" className="problem">
          {fund.problem}
        </p>
      </section>
      <PairForm phone={phone} state={state} />
      <Connections phone={phone} state={state} />
    </>
  )
}

/** At most 6 decimals, rounded down: more is never shown than is there. */
function formatEther(wei: bigint): string {
  const [whole = '0', decimals = ''] = formatUnits(wei, 18).split('.')
  const shown = decimals.slice(0, 6).replace(/0+$/, '')
  const grouped = BigInt(whole).toLocaleString('en')
  return shown === '' ? grouped : `${grouped}.${shown}`
}

function groups(address: string) {
  const isHex = address.startsWith('0x')
  const letters = isHex ? address.slice(2) : address
  return (letters.match(/.{1,4}/g) ?? []).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address have no other name
    <span key={index}>{index === 0 && isHex ? `0x${part}` : part}</span>
  ))
}

function copy(phone: Phone, text: string): void {
  navigator.clipboard.writeText(text).then(
    () => phone.notify('Address copied.'),
    () => phone.notify('Couldn’t copy the address.'),
  )
}
