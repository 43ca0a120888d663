import { useWork } from '../../login/screens/useWork.ts'
import { GatedPanel } from './GatedPanel.tsx'

/** Asks for a second press: explains the action, and offers a way back. */
export function ConfirmPanel({
  work,
  ...rest
}: Pick<GatedPanel.Props, 't' | 'back' | 'title' | 'hint' | 'facts' | 'verb' | 'tone'> & {
  readonly work: () => Promise<void>
}) {
  const { isBusy, failure, run } = useWork()
  return <GatedPanel {...rest} isBusy={isBusy} failure={failure} agree={() => run(work)} />
}
