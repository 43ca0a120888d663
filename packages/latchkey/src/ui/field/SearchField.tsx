import { forwardRef, type KeyboardEventHandler, useImperativeHandle, useRef } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { close, search } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import { Field } from './Field.tsx'

export declare namespace SearchField {
  interface Props {
    readonly label: string
    readonly clearLabel: string
    readonly placeholder?: string
    readonly value: string
    readonly onValue: (value: string) => void
    readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>
    /** It has the focus when its view is entered. */
    readonly first?: boolean
  }
}

/** A field to search with, and a button that empties it. */
export const SearchField = forwardRef<HTMLInputElement, SearchField.Props>(function SearchField(
  { clearLabel, first, ...props },
  ref,
) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  return (
    <Field
      {...props}
      ref={input}
      labelHidden
      data-first={first ? '' : undefined}
      type="search"
      enterKeyHint="search"
      autoCapitalize="off"
      maxLength={128}
      before={<Icon shape={search} size={18} />}
      after={
        props.value === '' ? null : (
          <IconButton
            shape={close}
            size={18}
            label={clearLabel}
            onClick={() => {
              props.onValue('')
              input.current?.focus()
            }}
          />
        )
      }
    />
  )
})
