// The levels of the packs, which a draft should not be one of.

/**
 * List all levels but the one that a draft was copied from: that it is like this one is known.
 * @param {import("../../app/levels.js").Levels} levels
 * @param {string} origin its address; "" for none
 * @returns {Promise<import("../../knowledge/lint/known.js").KnownLevel[]>} none if they can't be loaded
 */
export async function listOthers(levels, origin) {
  try {
    const packs = await Promise.all((await levels.packs()).map(({ id }) => levels.pack(id)));
    return packs.flatMap((pack) =>
      pack.levels
        .filter(({ id }) => `${pack.id}/${id}` !== origin)
        .map(({ id, name, line }) => ({ name: `“${name || id}” (${pack.title})`, line })),
    );
  } catch {
    return [];
  }
}
