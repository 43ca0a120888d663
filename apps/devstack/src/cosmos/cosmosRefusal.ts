/** Why a transaction was refused, by the numbers of the Cosmos SDK's codespace `sdk`. */
export class CosmosRefusal extends Error {
  override readonly name = 'CosmosRefusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The numbers that are used. */
export const codes = {
  txDecode: 2,
  unauthorized: 4,
  insufficientFunds: 5,
  unknownRequest: 6,
  invalidAddress: 7,
  invalidPubKey: 8,
  invalidCoins: 10,
  outOfGas: 11,
  memoTooLarge: 12,
  insufficientFee: 13,
  txTimeoutHeight: 30,
  wrongSequence: 32,
} as const
