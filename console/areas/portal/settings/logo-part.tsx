import { useMutation } from '@tanstack/react-query';
import { CallError, UnreachableError } from '../../../core/api/errors.ts';
import { toDataUrl } from '../../../core/api/upload.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FileButton } from '../../../core/ui/file-button.tsx';
import classes from './page.module.css';
import { type Portal, usePortalSource } from './use-portal-source.ts';

/** The service accepts no larger file. */
const MAXIMUM_BYTES = 262_144;
const KILOBYTE = 1024;

type Logo = Portal['record']['logo'];

/** The address of the logo on this host. The service can have another one for visitors. */
const addressOf = ({ url }: NonNullable<Logo>): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

export function LogoPart({ portal: { record } }: { portal: Portal }) {
  const { portal: words } = useTexts();
  const mayWrite = useMay()('portal:write');
  const change = useLogoChange();
  const fault = useFault(change.error);
  const { logo } = record;
  return (
    <section className={formClasses.part} aria-labelledby="logo">
      <h2 id="logo">{words.logo.title}</h2>
      {logo === null ? <p className={classes.quiet}>{words.logo.none}</p> : <Picture logo={logo} />}
      {mayWrite && (
        <>
          <div className={formClasses.actions}>
            <FileButton
              accept="image/png,image/jpeg"
              onChange={(file) => file !== null && change.mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="default" loading={change.isPending}>
                  {logo === null ? words.logo.add : words.logo.replace}
                </Button>
              )}
            </FileButton>
            {logo !== null && (
              <Button variant="default" disabled={change.isPending} onClick={() => change.mutate(null)}>
                {words.logo.remove}
              </Button>
            )}
          </div>
          <p className={classes.quiet}>{words.logo.lead}</p>
        </>
      )}
      {fault !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </section>
  );
}

function Picture({ logo }: { logo: NonNullable<Logo> }) {
  const { texts, formats } = useLanguage();
  const { logo: words } = texts.portal;
  const { number } = formats;
  const kilobytes = number(Math.ceil(logo.sizeBytes / KILOBYTE));
  return (
    <div className={classes.logo}>
      <img src={addressOf(logo)} alt={words.alt} />
      <p className={classes.quiet}>{words.sizeOf(number(logo.width), number(logo.height), kilobytes)}</p>
    </div>
  );
}

/** Stores a file as the logo, or removes it. The message about it brings the previous one back. */
function useLogoChange() {
  const { portal: words, forms } = useTexts();
  const { read, save } = usePortalSource();
  const show = useMessages();
  const fail = useFailure();
  const put = async (logo: Blob | null, ifMatch: string) => {
    await save({ logo: logo && (await toDataUrl(logo)) }, ifMatch);
    // The logo is stored, whether or not the page can read it.
    return read().catch(() => undefined);
  };
  const takeBack = async (previous: Blob | null, stored: Portal) => {
    try {
      const now = await read();
      if (now.record.logo?.url !== stored.record.logo?.url)
        return show({ text: forms.notUndone, isFailure: true });
      await put(previous, now.tag);
      show({ text: previous === null ? words.logo.backToNone : words.logo.back });
    } catch (error) {
      fail(error);
      void read().catch(() => {});
    }
  };
  return useMutation({
    async mutationFn(file: File | null) {
      if (file !== null && file.size > MAXIMUM_BYTES) throw new RangeError('The logo is too large.');
      const before = await read();
      const previous = before.record.logo && (await readLogo(before.record.logo));
      return { previous, stored: await put(file, before.tag) };
    },
    onSuccess: ({ previous, stored }, file) =>
      show({
        text: file === null ? words.logo.removed : words.logo.set,
        undo: stored && (() => takeBack(previous, stored)),
      }),
  });
}

/** The portal shows the logo to everybody, so this is no call of a user. */
async function readLogo(logo: NonNullable<Logo>): Promise<Blob> {
  const response = await fetch(addressOf(logo), { credentials: 'omit' }).catch(() => undefined);
  if (response?.ok !== true) throw new UnreachableError();
  return response.blob();
}

/** Why a file was not stored. Undefined without an error. */
function useFault(error: unknown): string | undefined {
  const texts = useTexts();
  const { portal } = texts;
  if (error === null) return undefined;
  if (error instanceof RangeError) return portal.logo.tooLarge;
  const code = error instanceof CallError ? error.faults[0]?.code : undefined;
  if (code === 'length') return portal.logo.tooLarge;
  if (code === 'range') return portal.logo.tooManyPixels;
  return code === 'format' ? portal.logo.unsuitable : failureText(error, texts);
}
