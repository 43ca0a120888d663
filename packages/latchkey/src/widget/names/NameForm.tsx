import type { NameZone } from '../../contract/nameZone.ts'
import type { Naming } from '../../engine/flows/name/naming.ts'
import { isFree, type TypedName } from '../../engine/flows/name/typedTransition.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useFirstField } from '../signin/useFirstField.ts'
import { namesTexts } from './namesTexts.ts'
import { ZoneWords } from './ZoneWords.tsx'

export declare namespace NameForm {
  interface Props {
    readonly naming: Naming
    readonly zone: NameZone
    /** The account has none yet. */
    readonly isFirst: boolean
  }
}

/** The field of a name, what can be had instead, and who runs the zone. */
export function NameForm({ naming, zone, isFirst }: NameForm.Props) {
  const t = useTexts(namesTexts)
  const typed = useMachine(naming.typed.machine)
  const field = useFirstField()
  const wholeOf = (label: string) => `${label}.${zone.name}`
  const others = ('offers' in typed ? typed.offers : []).filter(({ label }) => label !== typed.label)
  const free = isFree(typed)
  const submit = () => {
    if (free) naming.order({ action: 'register', name: wholeOf(typed.label) })
  }
  return (
    <form
      className="names-form"
      data-state={typed.at}
      data-free={free ? '' : undefined}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        ref={field}
        label={t(isFirst ? 'names.label' : 'names.labelMore')}
        data-field="name"
        data-first=""
        placeholder={t('names.placeholder')}
        value={typed.label}
        onValue={naming.typed.type}
        hint={hintOf()}
        error={errorOf()}
        maxLength={255}
        autoCapitalize="off"
        autoCorrect="off"
        enterKeyHint="done"
        dir="ltr"
        after={
          <span className="names-suffix" dir="ltr">
            .{zone.name}
          </span>
        }
      />
      {typed.at === 'failed' && typed.canRetry ? (
        <Button onClick={naming.typed.retry}>{t('names.retry')}</Button>
      ) : null}
      {others.length === 0 ? null : (
        <div className="names-offers" data-stale={typed.at === 'asking' ? '' : undefined}>
          <List heading={t('names.suggestions')}>
            {others.map(({ label, isTaken }) => (
              <Row
                key={label}
                id={`offer:${label}`}
                name={<span dir="ltr">{wholeOf(label)}</span>}
                disabled={isTaken ? t('names.takenTag') : undefined}
                onClick={() => naming.typed.type(label)}
              />
            ))}
          </List>
        </div>
      )}
      <div className="names-before">
        <p>{t('names.what')}</p>
        <ZoneWords zone={zone} />
      </div>
      <Button type="submit" tone="primary" wide aria-disabled={!free}>
        {t('names.register')}
      </Button>
    </form>
  )

  function hintOf(): string {
    if (typed.at === 'asking') return t('names.checking')
    if (free) return t('names.free', { name: wholeOf(typed.label) })
    return t('names.rule')
  }

  function errorOf(): string | undefined {
    const rule = ruleOf(typed)
    if (rule !== undefined) return t(`names.rule.${rule}`)
    if (typed.at === 'failed') return typed.reason
    return typed.at === 'offered' && !free ? t('names.taken', { name: wholeOf(typed.label) }) : undefined
  }
}

/** One who still types is not told that the name is too short; the rule stands there anyway. */
function ruleOf(typed: TypedName) {
  return typed.at === 'none' && typed.rule !== 'short' ? typed.rule : undefined
}
