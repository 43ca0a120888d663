import {
  type PlaygroundOption,
  type PlaygroundValues,
  playgroundOptions,
  writeOptions,
} from '../options/playgroundOptions.ts'

/** Every option; a change goes into the address and reloads the page, so that the link is the state. */
export function OptionsForm({ values }: { readonly values: PlaygroundValues }) {
  function change(key: string, value: string) {
    location.search = writeOptions({ ...values, panel: 'open', [key]: value } as PlaygroundValues)
  }
  return (
    <details open>
      <summary>Options</summary>
      <div className="options">
        {playgroundOptions.map((option: PlaygroundOption) => {
          const value = values[option.key as keyof PlaygroundValues]
          return (
            <label key={option.key} title={option.help} htmlFor={`option-${option.key}`}>
              <span>{option.label}</span>
              {option.values ? (
                <select
                  id={`option-${option.key}`}
                  value={value}
                  onChange={event => change(option.key, event.target.value)}
                >
                  {option.values.map(each => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              ) : (
                <input
                  id={`option-${option.key}`}
                  defaultValue={value}
                  onBlur={event => event.target.value !== value && change(option.key, event.target.value)}
                  onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
                />
              )}
            </label>
          )
        })}
      </div>
    </details>
  )
}
