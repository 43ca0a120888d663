import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import type { PageProps } from './page.ts'
import { SurePanel } from './SurePanel.tsx'

/** A pending proof that the visitor must give before an action. */
interface Doubt {
  settle(isProven: boolean): void
}

/** Has the visitor prove themselves where the services want that, in place of what is shown. */
export function useSure({ login, t }: Pick<PageProps, 'login' | 't'>): Pick<PageProps, 'sure' | 'prove'> & {
  /** The pending proof; undefined while nothing is asked. */
  readonly doubt: Doubt | undefined
  /** The element that holds what is shown otherwise. */
  readonly below: RefObject<HTMLDivElement | null>
  /** Shows `children`, or the proof that is asked. */
  draw(children: ReactNode): ReactNode
} {
  const [doubt, setDoubt] = useState<Doubt>()
  const below = useRef<HTMLDivElement>(null)

  async function prove(): Promise<boolean> {
    const root = below.current?.getRootNode() as ShadowRoot | undefined
    const before = root?.activeElement
    const isProven = await new Promise<boolean>(settle => setDoubt({ settle }))
    setDoubt(undefined)
    // Once it is seen again.
    requestAnimationFrame(() => (before as HTMLElement | null | undefined)?.focus?.())
    return isProven
  }

  return {
    doubt,
    below,
    prove,
    async sure(work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof CustodyRefusal) || !error.code.endsWith('_STEP_UP')) throw error
        if (!(await prove())) throw error
        return work()
      }
    },
    draw: children => (
      <>
        <div ref={below} hidden={doubt !== undefined}>
          {children}
        </div>
        {doubt ? <SurePanel login={login} t={t} settle={doubt.settle} /> : null}
      </>
    ),
  }
}
