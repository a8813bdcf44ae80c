import { attrs, defineElement, EMPTY, html } from '@plinth/plugin';
import { boolean, select, text } from '@plinth/plugin/settings';
import { ownAddress } from './parts/own-address.js';

/** A video from a stored file or a URL, in the browser's own player: no third-party frames or scripts. */
export const video = defineElement({
  name: 'video',
  order: 210,
  label: 'el.video',
  icon: 'video',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [
    select('source', 'el.video.source', { file: 'el.image.file', url: 'el.image.url' }, { default: 'file' }),
    { name: 'file', type: 'file', label: 'el.image.file', showIf: { name: 'source', in: ['file'] } },
    {
      name: 'url',
      type: 'url',
      label: 'el.image.url',
      help: 'el.video.url.help',
      showIf: { name: 'source', in: ['url'] },
    },
    { name: 'poster', type: 'file', label: 'el.video.poster' },
    text('caption', 'el.video.caption', { max: 300 }),
    boolean('loop', 'el.video.loop', { default: false }),
  ],
  compile({ settings }) {
    const { source, file, url, poster, caption, loop } = settings;
    const own = source === 'url' ? ownAddress(url) : null;
    const figcaption = caption ? html`<figcaption class="form-text">${caption}</figcaption>` : '';
    return (m) => {
      const src = source === 'url' ? own : file && m.env.fileUrl(file);
      if (!src) return EMPTY;
      const more = attrs({ src, poster: poster ? m.env.fileUrl(poster) : null, loop, 'aria-label': caption || null });
      return html`<figure class="m-0"><video class="pl-video pl-round-2" controls preload="metadata"${more}></video>${figcaption}</figure>`;
    };
  },
});
