/** The receiver of a transfer, as far as the typed text says (SPEC §5, SPEC-NOTES §4 "Send"). */

/** A name that leads to an address, or that the address goes by. */
export interface ReceiverName {
  /** The name that was looked up, in ENSIP-15's normal form. */
  readonly name: string
  /** It was typed, and not just as it is written in its normal form: both are shown (T64). */
  readonly differs: boolean
  /** It has letters beyond a–z, which can be mistaken for others. */
  readonly foreign: boolean
}

export type ReceiverProblem =
  /** It is neither an address nor a name. */
  | 'address'
  /** An address of another ecosystem. */
  | 'foreign'
  /** An address whose capitals do not fit it (EIP-55): one of its characters is wrong. */
  | 'checksum'
  /** The zero address. */
  | 'zero'
  /** A name that breaks the rules of names. */
  | 'name'
  /** A name with letters of another alphabet that look like its own (T64). */
  | 'imitation'
  /** The name is not registered, or has no address on this network. */
  | 'noName'
  /** The name service could not be reached. */
  | 'offline'
  /** The host has no services: names cannot be looked up at all. */
  | 'noServices'

export type Receiver =
  | { readonly at: 'empty' }
  /** More is being typed, or a name is being looked up. */
  | { readonly at: 'looking'; readonly name?: string }
  | {
      readonly at: 'known'
      /** In its usual written form. */
      readonly address: string
      /** Absent when no source gave one; typed names always have theirs. */
      readonly name?: ReceiverName
      /** A picture that came through the services (T69), as a URL of this page. */
      readonly image?: string
    }
  | {
      readonly at: 'wrong'
      readonly problem: ReceiverProblem
      /** The letters that are not what they seem. */
      readonly letters?: readonly string[]
      /** The ecosystem that a foreign address is of. */
      readonly ecosystem?: string
      /** The first reason that the services gave (SPEC §8 "Name errors"). */
      readonly reason?: string
    }
