// xml.h - whether a text is well-formed XML, as far as lope writes it: elements, attributes, text and the
// five named entities.
#ifndef LOPE_TESTS_SCENE_XML_H
#define LOPE_TESTS_SCENE_XML_H

// Fails the test with the place when it is not: a tag left open or closed twice, an attribute without quotes,
// a bare & or <, bytes that are not UTF-8 or may not stand in XML.
void xml_check(const char *text);

#endif
