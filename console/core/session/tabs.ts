// All tabs of a browser have one session. They tell each other when somebody signs in or out.

interface Notice {
  userKey: string;
  hasSignedIn: boolean;
}

const channel = new BroadcastChannel('stellwerk.session');

export const tellOtherTabs = (notice: Notice): void => channel.postMessage(notice);

/** The listener runs when somebody has signed in or out in another tab. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Notice>) => listener(data);
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}
