import { type ChosenOption, formOptions, type GalleryKey, type GalleryValues } from './galleryValues.ts'
import { useNarrow } from './useNarrow.ts'

const options: readonly ChosenOption<GalleryKey>[] = formOptions

/** What is chosen, but for what is so without a choice. */
function lookWords(values: GalleryValues): string {
  return options
    .filter(({ key, fallback }) => key === 'width' || values[key] !== fallback)
    .map(({ key, values: choices }) => choices[values[key]] ?? values[key])
    .join(', ')
}

/** How states look: window, theme, accent, direction, text size, locale. */
export function LookForm({
  values,
  onChange,
}: {
  readonly values: GalleryValues
  readonly onChange: (change: Partial<GalleryValues>) => void
}) {
  const isNarrow = useNarrow()
  const form = (
    <fieldset className="look">
      <legend>Look</legend>
      {options.map(({ key, label, help, values: choices }) => {
        const value = values[key]
        return (
          <label key={key} title={help}>
            <span>{label}</span>
            <select value={value} onChange={event => onChange({ [key]: event.target.value })}>
              {Object.entries(choices).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
              {!Object.hasOwn(choices, value) && <option value={value}>{value}</option>}
            </select>
          </label>
        )
      })}
    </fieldset>
  )
  if (!isNarrow) return form
  return (
    <details className="look-place">
      <summary>Look: {lookWords(values)}</summary>
      {form}
    </details>
  )
}
