/**
 * The receiver that an open payment names for an asset, an address of the asset's network; undefined for a payment that is not known to the project, is over,
 * or does not take the asset.
 */
export type FindPaymentReceiver = (payment: {
  readonly project: string
  readonly id: string
  /** CAIP-19, in our one spelling. */
  readonly asset: string
}) => Promise<string | undefined>

/** Without payments, no order pays one; the room of payments provides its own. */
export function makePaymentReceiver(_ctx: object): FindPaymentReceiver {
  return async () => undefined
}
