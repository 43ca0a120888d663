import { useState } from 'react'
import type { Naming } from '../../engine/flows/name/naming.ts'
import type { OwnName } from '../../engine/nouns/names/ownNames.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { AvatarPreview } from './AvatarPreview.tsx'
import { longestRecord, mergeRecords, type RecordKey, recordKeys, recordProblem } from './nameRecords.ts'
import { ownNameTexts } from './namesTexts.ts'

/** Picture and text records of a name. */
export function RecordsForm({ name, naming }: { readonly name: OwnName; readonly naming: Naming }) {
  const t = useTexts(ownNameTexts)
  const state = useMachine(naming.machine)
  // What was typed before the wallet was asked is not lost when it declines.
  const [typed, setTyped] = useState<Partial<Record<RecordKey, string>>>(() =>
    'order' in state && state.order.action === 'records' && state.order.name === name.name
      ? { ...name.records, ...state.order.records }
      : {},
  )
  const textOf = (key: RecordKey) => typed[key] ?? name.records[key] ?? ''
  const isWrong = recordKeys.some(key => recordProblem(key, textOf(key).trim()) !== undefined)
  const records = mergeRecords(name.records, typed)
  const isSame = JSON.stringify(sorted(records)) === JSON.stringify(sorted(name.records))
  const avatar = textOf('avatar').trim()
  return (
    <form
      className="names-form"
      onSubmit={event => {
        event.preventDefault()
        if (!isWrong && !isSame) naming.order({ action: 'records', name: name.name, records })
      }}
    >
      {avatar !== '' && recordProblem('avatar', avatar) === undefined ? <AvatarPreview url={avatar} /> : null}
      {recordKeys.map(key => {
        const problem = recordProblem(key, textOf(key).trim())
        return (
          <Field
            key={key}
            label={t(`ownName.field.${key}`)}
            data-field={key}
            value={textOf(key)}
            onValue={value => setTyped(before => ({ ...before, [key]: value }))}
            error={problem && t(`ownName.${problem}`)}
            maxLength={longestRecord}
            inputMode={key === 'avatar' || key === 'url' ? 'url' : key === 'email' ? 'email' : 'text'}
            autoCapitalize="off"
            dir="auto"
          />
        )
      })}
      <p className="names-hint">{t('ownName.public')}</p>
      <Button type="submit" tone="primary" wide aria-disabled={isWrong || isSame}>
        {t('ownName.save')}
      </Button>
    </form>
  )
}

function sorted(records: Readonly<Record<string, string>>) {
  return Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1))
}
