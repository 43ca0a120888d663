import type { NameZone } from '../../contract/nameZone.ts'
import type { Naming } from '../../engine/flows/name/naming.ts'
import type { OwnName } from '../../engine/nouns/names/ownNames.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { useMachine } from '../shell/useMachine.ts'
import { NameGone } from './NameGone.tsx'
import { isSigning, NameSigning, NamingFault } from './NameSigning.tsx'
import { NameTitle } from './NameTitle.tsx'
import css from './names.css'
import { RecordsForm } from './RecordsForm.tsx'
import { ReleaseForm } from './ReleaseForm.tsx'
import { TransferForm } from './TransferForm.tsx'
import { useNaming } from './useNaming.ts'
import { useOwnNames } from './useOwnNames.ts'
import { ZoneWords } from './ZoneWords.tsx'

const forms = { records: RecordsForm, transfer: TransferForm, release: ReleaseForm } as const

/** AccountNameChange: the records of a name, or its end for this account. */
export function AccountNameChangeView({ data }: ViewProps<'AccountNameChange'>) {
  useCss(css)
  const naming = useNaming()
  const { own } = useOwnNames()
  const name = own?.names.find(each => each.name === data?.name)
  const isGone = own !== undefined && own.phase !== 'loading' && name === undefined
  return (
    <Body>
      <div className="names" data-state={name ? 'shown' : isGone ? 'gone' : 'loading'}>
        {name && naming && own?.zone && data ? (
          <Change action={data.action} name={name} zone={own.zone} naming={naming} />
        ) : isGone ? (
          <NameGone name={String(data?.name ?? '')} />
        ) : (
          <Spinner />
        )}
      </div>
    </Body>
  )
}

interface ChangeProps {
  readonly action: keyof typeof forms
  readonly name: OwnName
  readonly zone: NameZone
  readonly naming: Naming
}

function Change({ action, name, zone, naming }: ChangeProps) {
  const state = useMachine(naming.machine)
  // `open()` takes anything.
  const Form = Object.hasOwn(forms, action) ? forms[action] : forms.records
  if (isSigning(state) && state.order.action === action) return <NameSigning naming={naming} state={state} />
  return (
    <>
      {Form === ReleaseForm ? null : <NameTitle name={name.name} />}
      {state.at === 'failed' && state.order.action === action ? <NamingFault state={state} /> : null}
      <Form name={name} naming={naming} />
      <ZoneWords zone={zone} />
    </>
  )
}
