import { Address } from '../../ui/address/Address.tsx'

export declare namespace AskedTransfer {
  interface Props {
    /** With its symbol; absent where the title says it. */
    readonly amount: string | undefined
    readonly name: string | undefined
    readonly to: string | undefined
  }
}

/** The values that the visitor compares with the wallet: the amount, and the receiver in full. */
export function AskedTransfer({ amount, name, to }: AskedTransfer.Props) {
  return (
    <div className="ask-what">
      {amount && (
        <p className="ask-amount">
          <bdi>{amount}</bdi>
        </p>
      )}
      {name && <p>{name}</p>}
      {to && <Address address={to} full />}
    </div>
  )
}
