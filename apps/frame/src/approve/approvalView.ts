/** What an approval says, made of the request alone by `composeApproval`; the screen only draws it. */
export interface ApprovalView {
  /** What it does, in a few words. */
  readonly title: string
  /** What stands with the title: the figure is said once, and for whom. */
  readonly headline?: Headline
  /** The button's label, a verb. Absent: it cannot be approved. */
  readonly action?: string
  /** What happens, effect by effect. */
  readonly effects: readonly EffectWords[]
  readonly facts: readonly Fact[]
  /** The worst first. */
  readonly warnings: readonly Warning[]
  /** Why it is asked twice; nothing: once is enough (T58). */
  readonly asksTwice: readonly string[]
  /** An address that can be mistaken for another one: its end has to be typed (T63). */
  readonly alike?: { readonly address: string; readonly known: string }
  /** The text that is signed, as it is; letters that cannot be seen are written out. */
  readonly text?: string
  /** Further facts, which are folded: nothing that a visitor has to know hangs on them. */
  readonly details?: readonly Fact[]
  /** Bytes that no reader can interpret. */
  readonly bytes?: readonly string[]
}

/** The rest of the sentence that the title begins. */
export interface Headline {
  /** The amount, where the title does not have it. */
  readonly figure?: string
  /** About what the amount is worth. */
  readonly fiat?: string
  readonly who?: { readonly word: 'to' | 'by'; readonly address: string; readonly name?: string }
}

export interface EffectWords {
  readonly label: string
  /** An amount, or another short word. */
  readonly value?: string
  /** About what the amount is worth. */
  readonly fiat?: string
  /** The amount in the words of a token that no list has. */
  readonly claim?: string
  /** Shown in full: it is to be checked by a person. */
  readonly address?: string
  /** Whose address it is. */
  readonly name?: string
  /** How the address is known. */
  readonly note?: string
  readonly tone?: 'danger'
  /** `headline`: the title says it already. `folded`: it stands with the details. Absent: in sight. */
  readonly place?: 'headline' | 'folded'
}

export interface Fact {
  readonly label: string
  readonly value: string
  /** About what the amount is worth. */
  readonly fiat?: string
  /** The amount in the words of a token that no list has. */
  readonly claim?: string
  readonly address?: boolean
  /** It sums up the lines before it. */
  readonly isTotal?: boolean
  /** The contract that the value refers to, shown in full: any contract can use its name (T67). */
  readonly contract?: string
}

export interface Warning {
  readonly tone: 'warning' | 'danger'
  readonly text: string
}
