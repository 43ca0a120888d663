import { Button } from 'latchkey/ui'
import type { ReactNode } from 'react'
import type { PageProps } from './page.ts'

export declare namespace PageActions {
  interface Props extends Pick<PageProps, 't' | 'back'> {
    /** What can be done there, in order. */
    readonly children?: ReactNode
  }
}

/** The end of a page of the settings: what it offers, and the way back. */
export function PageActions({ t, back, children }: PageActions.Props) {
  return (
    <div className="login-actions">
      {children}
      <Button tone="ghost" wide onClick={back}>
        {t('settings.back')}
      </Button>
    </div>
  )
}
