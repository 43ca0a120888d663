import { Button } from 'latchkey/ui'
import type { ReactNode } from 'react'

export declare namespace StepActions {
  interface Props {
    /** What the step does. */
    readonly verb: string
    readonly tone?: 'primary' | 'danger'
    readonly isBusy?: boolean
    /** Out of it, or back. */
    readonly leave: { readonly words: string; readonly go: () => void }
    /** Other ways, in between. */
    readonly children?: ReactNode
  }
}

/** The end of a step that is filled in or agreed to: the button that does it, and the way out. */
export function StepActions({ verb, tone = 'primary', isBusy = false, leave, children }: StepActions.Props) {
  return (
    <div className="login-actions">
      <Button tone={tone} wide type="submit" loading={isBusy}>
        {verb}
      </Button>
      {children}
      <Button tone="ghost" wide onClick={leave.go}>
        {leave.words}
      </Button>
    </div>
  )
}
