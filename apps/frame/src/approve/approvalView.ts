/** What an approval says, made of the request alone by `composeApproval`; the screen only draws it. */
export interface ApprovalView {
  /** What it does, in a few words. */
  readonly title: string
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
  /** Bytes that no reader can interpret. */
  readonly bytes?: readonly string[]
}

export interface EffectWords {
  readonly label: string
  /** An amount, or another short word. */
  readonly value?: string
  /** Shown in full: it is to be checked by a person. */
  readonly address?: string
  readonly tone?: 'danger'
}

export interface Fact {
  readonly label: string
  readonly value: string
  readonly address?: boolean
  /** The contract that the value refers to, shown in full: any contract can use its name (T67). */
  readonly contract?: string
}

export interface Warning {
  readonly tone: 'warning' | 'danger'
  readonly text: string
}
