import { useWork } from '../../login/screens/useWork.ts'
import { GatedPanel } from './GatedPanel.tsx'
import type { PageProps } from './page.ts'

/** Asks for a second press: explains the action, and offers a way back. */
export function ConfirmPanel({
  work,
  ...rest
}: Pick<PageProps, 't' | 'back'> & {
  readonly title: string
  readonly hint: string
  readonly verb: string
  readonly work: () => Promise<void>
}) {
  const { isBusy, failure, run } = useWork()
  return <GatedPanel {...rest} isBusy={isBusy} failure={failure} agree={() => run(work)} />
}
