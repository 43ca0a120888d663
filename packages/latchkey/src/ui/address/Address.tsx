import { Fragment } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './address.css'
import { groupAddress } from './groupAddress.ts'
import { shortAddress } from './shortAddress.ts'

/** An address, shortened for display or in full for checking. It is read and laid out left to right. */
export declare namespace Address {
  interface Props {
    readonly address: string
    /** All of it, in groups of 4: wherever a person is to check it. */
    readonly full?: boolean
  }
}

/** An address, shortened for display or in full for checking. Always read and laid out left to right. */
export function Address({ address, full }: Address.Props) {
  useCss(css)
  let at = 0
  return (
    <span
      className="address"
      part="address"
      dir="ltr"
      data-full={full ? '' : undefined}
      title={full ? undefined : address}
    >
      {full
        ? groupAddress(address).map(group => {
            at += group.length
            return (
              <Fragment key={at}>
                <span className="address-group">{group}</span>
                <wbr />
              </Fragment>
            )
          })
        : shortAddress(address)}
    </span>
  )
}
