/** What an instruction of a Solana transaction does, as far as its bytes say; amounts in base units. */
export type SolanaEffect =
  /** Lamports leave an account. */
  | { readonly is: 'transfer'; readonly from: string; readonly to: string; readonly amount: bigint }
  /** A token leaves a token account; `mint` and `decimals` where the instruction names them. */
  | {
      readonly is: 'tokenTransfer'
      readonly from: string
      readonly to: string
      /** Who allows it: the owner of `from`, or a delegate. */
      readonly by: string
      /** Whose account of tokens the receiver is, where the same transaction makes it. */
      readonly owner?: string
      readonly amount: bigint
      readonly mint?: string
      readonly decimals?: number
      /** What the token itself takes of the amount on the way. */
      readonly fee?: bigint
    }
  /** A delegate may take tokens from then on. */
  | {
      readonly is: 'allow'
      readonly account: string
      readonly spender: string
      readonly amount: bigint
      readonly mint?: string
      readonly decimals?: number
    }
  | { readonly is: 'revoke'; readonly account: string }
  /** An account of tokens, or a mint, gets another master; without one it never has any again. */
  | { readonly is: 'authority'; readonly account: string; readonly kind: string; readonly to?: string }
  | {
      readonly is: 'burn'
      readonly account: string
      readonly amount: bigint
      readonly mint: string
      readonly decimals?: number
    }
  /** New tokens come into an account. */
  | {
      readonly is: 'mint'
      readonly mint: string
      readonly to: string
      readonly amount: bigint
      readonly decimals?: number
    }
  /** An account of tokens ends, and its deposit goes somewhere. */
  | { readonly is: 'close'; readonly account: string; readonly to: string }
  /** Tokens of an account can no longer be moved, or can again. */
  | { readonly is: 'freeze' | 'thaw'; readonly account: string; readonly mint: string }
  /** A token account is created for an owner. */
  | {
      readonly is: 'makeAccount'
      readonly account: string
      readonly owner: string
      readonly mint: string
      readonly payer: string
    }
  /** An account that the transaction makes by itself becomes one of tokens, for an owner. */
  | { readonly is: 'openAccount'; readonly account: string; readonly owner: string; readonly mint: string }
  /** An account is made under a program, with lamports in it. */
  | {
      readonly is: 'create'
      readonly from: string
      readonly account: string
      readonly amount: bigint
      readonly program: string
    }
  /** SOL that came into an account of wrapped SOL counts as tokens from then on. */
  | { readonly is: 'wrap'; readonly account: string }
  /** A setting of a token account. */
  | {
      readonly is: 'setting'
      readonly account: string
      readonly what: 'memo' | 'guard'
      readonly isOn: boolean
    }
  /** An account comes under a program: its owner has no say over it any more. */
  | { readonly is: 'assign'; readonly account: string; readonly program: string }
  /** It stays valid until it is used, not for a minute or two. */
  | { readonly is: 'lasting' }
  | { readonly is: 'note'; readonly text: string }
  /** The effect is unknown; `unread`: some of its accounts stand in a table that could not be read. */
  | { readonly is: 'unknown'; readonly program: string; readonly isUnread?: true }
