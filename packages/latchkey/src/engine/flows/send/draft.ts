/** What a person fills in before sending (SPEC §3 "Send draft"). */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import type { Receiver } from './receiver.ts'

export type AmountUnit = 'token' | 'fiat'

export interface SendDraft {
  /** Of this draft alone: two presses with one id are one transfer (T73). */
  readonly id: string
  /** Whose draft it is: another account or network begins another. Undefined while nothing is connected. */
  readonly owner: CaipAddress | undefined
  readonly token: Token | undefined
  /** The token that the host asked for, until it is found among those that are held. */
  readonly wanted: string | undefined
  readonly unit: AmountUnit
  /** The amount as it was typed, in the unit and the locale's own way. */
  readonly typed: string
  /** All there is: what the fee takes stays behind, whatever it will be. */
  readonly max: boolean
  /** The receiver as it was typed. */
  readonly to: string
  readonly receiver: Receiver
  /** The end of the receiver's address once more, for one that can be mistaken for another (T63). */
  readonly retyped: string
}

export type DraftEvent =
  /** A draft begins: all is cleared (SPEC §4 "On success the draft resets"). */
  | { readonly type: 'began'; readonly id: string; readonly owner: CaipAddress | undefined }
  /** The same draft under another id: the transfer under the old id may still be sent. */
  | { readonly type: 'renewed'; readonly id: string }
  | { readonly type: 'tokenWanted'; readonly key: string }
  | { readonly type: 'tokenChosen'; readonly token: Token }
  /** What the account holds, anew: the chosen token keeps its place with its new amount and price. */
  | { readonly type: 'tokensRead'; readonly tokens: readonly Token[] }
  | { readonly type: 'amountTyped'; readonly text: string }
  /** `text` is the same amount in the other unit. */
  | { readonly type: 'unitChosen'; readonly unit: AmountUnit; readonly text: string }
  /** `text` is all there is, in tokens. */
  | { readonly type: 'maxTaken'; readonly text: string }
  | { readonly type: 'receiverTyped'; readonly text: string }
  /** The result for a typed text; dropped when another text has been typed since. */
  | { readonly type: 'receiverRead'; readonly text: string; readonly receiver: Receiver }
  | { readonly type: 'retyped'; readonly text: string }
