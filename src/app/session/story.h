/* What a run does, in words, up to the moment that is shown: what to look for before it happens, then
   what did happen, and what did not. Told from the run's own record, never from what the scene's
   author expected. */
#ifndef RB_APP_SESSION_STORY_H
#define RB_APP_SESSION_STORY_H

#include <rattleback/rattleback.h>

#include "app/session/doings.h"

typedef struct rb_story {
    const rb_scene *scene;      /* as it is simulated */
    const rb_snapshot *shown;   /* the moment to tell of */
    const rb_summary *summary;  /* of the run, which may have gone on */
    const rb_doing *last_flick; /* since when it is told; NULL: since the start */
} rb_story;

/* "Spun at +4 rad/s, anticlockwise: does it turn back?" Returns text. */
const char *rb_story_question(const rb_story *story, char *text, size_t size);
/* "0.70 s: the spin has reversed", "did not reverse". "" where there is nothing to tell. */
const char *rb_story_events(const rb_story *story, char *text, size_t size);

/* Is a reversal at this time only the first swing of a stone that was not spun? Rocking sets it spinning by turns
   to both sides, and nobody saw a spin before that could have turned round. */
bool rb_story_mere_swing(const rb_story *story, double t);

#endif
